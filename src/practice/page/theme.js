// Light or dark: what the address asks for, else what the system prefers.
// A classic script in the head, so that the page is never painted in the wrong theme first.

(() => {
  const root = document.documentElement;
  const asked = new URLSearchParams(location.search).get("theme");
  if (asked === "light" || asked === "dark") root.dataset.theme = asked;

  addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    const system = matchMedia("(prefers-color-scheme: dark)");
    const isDark = () => (root.dataset.theme ?? (system.matches ? "dark" : "light")) === "dark";
    const label = () => button.setAttribute("aria-pressed", String(isDark()));
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      label();
      // In the address it outlives a reload.
      const query = new URLSearchParams(location.search);
      query.set("theme", root.dataset.theme);
      history.replaceState(null, "", `?${query}`);
    });
    system.addEventListener("change", label);
    label();
  });
})();
