//! The private desktop that live tests run on, tried by itself: what it shows, what it records and
//! that nothing of it is left behind.
#![cfg(target_os = "linux")]

#[cfg(test)]
mod desktop;

#[cfg(test)]
mod tests {
    use super::desktop::{Desktop, Look, PointerEvent, can_run, wait};
    use queensight::capture::{FrameSource as _, Screen, ScreenRegion};
    use std::io::{Read, Write};
    use std::net::{SocketAddr, TcpListener};
    use std::thread;
    use std::time::Duration;
    use x11rb::connection::Connection as _;
    use x11rb::protocol::xproto::{ConnectionExt as _, CreateWindowAux, WindowClass};

    const LIMIT: Duration = Duration::from_secs(20);

    /// In a process of its own, which `a_fast_picture_is_the_portable_one_to_the_bit` starts with
    /// the private desktop as its own.
    #[test]
    #[ignore = "needs a desktop, which another test gives it"]
    fn compare_the_ways_to_capture() {
        for region in [None, Some("0,0,640,480"), Some("37,11,201,99"), Some("639,479,1,1")] {
            let region = region.map(|text| text.parse::<ScreenRegion>().unwrap());
            let mut fast = Screen::open(None, region).unwrap();
            assert!(fast.is_fast());
            let mut portable = Screen::open(None, region).unwrap().portable();
            assert!(!portable.is_fast());
            let (one, other) = (fast.frame().unwrap(), portable.frame().unwrap());
            assert_eq!(one.placement, other.placement);
            assert!(one.pixels == other.pixels, "{region:?}");
            let colours: std::collections::HashSet<_> = one.pixels.pixels().collect();
            assert!(region.is_some() || colours.len() > 2, "there is something to see");
        }
        let around = euclid::rect(-20.0, 450.0, 120.0, 90.0).to_box2d();
        let part = Screen::open(None, None).unwrap().part(&around).unwrap();
        assert_eq!(part.pixels.dimensions(), (100, 30));
        assert_eq!(part.placement.origin, euclid::point2(0.0, 450.0));
    }

    /// In a process of its own, as `compare_the_ways_to_capture`.
    #[test]
    #[ignore = "needs a desktop, which another test gives it"]
    fn look_after_each_change() {
        let mut screen = Screen::open(None, None).unwrap();
        assert_eq!(screen.has_changed(), Some(true), "nobody has looked yet");
        let mut still = || {
            wait::until("the screen to rest", LIMIT, || {
                screen.frame().unwrap();
                (screen.has_changed() == Some(false)).then_some(())
            });
            screen.frame().unwrap().pixels
        };
        let before = still();
        let (connection, number) = x11rb::connect(None).unwrap();
        let root = connection.setup().roots[number].root;
        let window = connection.generate_id().unwrap();
        let values = CreateWindowAux::new().background_pixel(0x40_60_80).override_redirect(1);
        let class = WindowClass::INPUT_OUTPUT;
        connection.create_window(0, window, root, 9, 9, 99, 99, 0, class, 0, &values).unwrap();
        connection.map_window(window).unwrap();
        connection.flush().unwrap();
        wait::until("word of the window", LIMIT, || screen.has_changed()?.then_some(()));
        assert!(screen.frame().unwrap().pixels != before);
        assert_eq!(Screen::open(None, None).unwrap().portable().has_changed(), None);
    }

    #[test]
    fn the_screen_tells_when_it_is_painted() {
        if !can_run("the_screen_tells_when_it_is_painted") {
            return;
        }
        let desktop = Desktop::start("changes", 640, 480);
        run_on(&desktop, "tests::look_after_each_change");
    }

    /// Runs a test of this file that is ignored as long as it has no desktop.
    fn run_on(desktop: &Desktop, test: &str) {
        let mut command = desktop.command(std::env::current_exe().unwrap());
        let ran = command.args(["--ignored", "--exact", test]).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stdout);
        assert!(ran.status.success() && said.contains("1 passed"), "{said}");
    }

    #[test]
    fn a_fast_picture_is_the_portable_one_to_the_bit() {
        if !can_run("a_fast_picture_is_the_portable_one_to_the_bit") {
            return;
        }
        let desktop = Desktop::start("capture", 640, 480);
        let _browser = desktop.open("data:text/html,<h1>Queens", Look::default());
        run_on(&desktop, "tests::compare_the_ways_to_capture");
    }

    #[test]
    fn the_record_tells_a_persons_moves_and_clicks_in_their_order() {
        if !can_run("the_record_tells_a_persons_moves_and_clicks_in_their_order") {
            return;
        }
        let desktop = Desktop::start("record", 640, 480);
        let log = desktop.record_pointer();
        desktop.move_pointer(300, 200);
        desktop.click();
        desktop.move_pointer(300, 210);

        let state = desktop.pointer();
        assert_eq!((state.x, state.y, state.left_is_down), (300, 210, false));
        let events = log.finish();
        let told: Vec<String> = events
            .iter()
            .map(|event| match event {
                PointerEvent::Moved { x, y, .. } => format!("moved to {x}, {y}"),
                PointerEvent::Pressed { button, .. } => format!("pressed {button}"),
                PointerEvent::Released { button, .. } => format!("released {button}"),
            })
            .collect();
        assert_eq!(told, ["moved to 300, 200", "pressed 1", "released 1", "moved to 300, 210"]);
    }

    #[test]
    fn a_browser_shows_its_page_at_the_scale_and_in_the_colours_asked_for() {
        if !can_run("a_browser_shows_its_page_at_the_scale_and_in_the_colours_asked_for") {
            return;
        }
        let address = serve(PAGE);
        let desktop = Desktop::start("browser", 800, 600);
        for (look, background) in [
            (Look::default(), [250, 240, 230]),
            (Look { scale: 1.5, dark: true, ..Look::default() }, [10, 20, 30]),
            (Look { scale: 2.0, ..Look::default() }, [250, 240, 230]),
        ] {
            let browser = desktop.open(&format!("http://{address}/"), look);
            wait::until("the square", LIMIT, || {
                let picture = desktop.window_picture(browser.window())?;
                let is_square = |pixel: &&image::Rgba<u8>| pixel.0 == [255, 0, 255, 255];
                let side = (picture.pixels().filter(is_square).count() as f64).sqrt();
                let corner = picture.get_pixel(picture.width() - 40, picture.height() - 40);
                (side == 100.0 * look.scale && corner.0[..3] == background).then_some(())
            });
            assert_eq!(desktop.windows(), [browser.window()]);
            browser.close();
            wait::until("the window to go", LIMIT, || desktop.windows().is_empty().then_some(()));
        }
    }

    #[test]
    fn nothing_is_left_of_a_desktop() {
        if !can_run("nothing_is_left_of_a_desktop") {
            return;
        }
        let address = serve(PAGE);
        let desktop = Desktop::start("gone", 640, 480);
        let home = desktop.home().to_owned();
        let browser = desktop.open(&format!("http://{address}/"), Look::default());
        // Every program of the desktop has the folder in its environment or on its command line.
        let name = home.file_name().unwrap().to_string_lossy().into_owned();
        assert!(programs_that_mention(&name) >= 2, "the browser and the window manager run");
        drop(browser);
        drop(desktop);
        wait::until("all programs to end", LIMIT, || {
            (programs_that_mention(&name) == 0).then_some(())
        });
        assert!(!home.exists());
    }

    /// A square of 100 by 100 CSS pixels, and text in enough shades to count as a page.
    const PAGE: &str =
        "<!doctype html><title>square</title><meta name=color-scheme content='light dark'>
        <style>body { background: rgb(250 240 230); color: #7a1f5c }
        @media (prefers-color-scheme: dark) { body { background: rgb(10 20 30); color: #c9e4a1 } }
        div { width: 100px; height: 100px; background: rgb(255 0 255) }</style>
        <div></div><p>The quick brown fox jumps over the lazy dog.";

    /// Serves `page` on a free port of the loopback device for as long as the tests run.
    fn serve(page: &'static str) -> SocketAddr {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        thread::spawn(move || {
            for stream in listener.incoming() {
                let Ok(mut stream) = stream else { return };
                let _ = stream.read(&mut [0; 4096]);
                let _ = write!(
                    stream,
                    "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {}\r\n\
                     Connection: close\r\n\r\n{page}",
                    page.len()
                );
            }
        });
        address
    }

    /// How many running programs have `text` in their environment or on their command line.
    fn programs_that_mention(text: &str) -> usize {
        let mentions = |file: std::path::PathBuf| {
            std::fs::read(file).is_ok_and(|bytes| String::from_utf8_lossy(&bytes).contains(text))
        };
        std::fs::read_dir("/proc")
            .unwrap()
            .filter_map(Result::ok)
            .filter(|entry| entry.file_name().to_string_lossy().parse::<u32>().is_ok())
            .filter(|entry| {
                mentions(entry.path().join("environ")) || mentions(entry.path().join("cmdline"))
            })
            .count()
    }
}
