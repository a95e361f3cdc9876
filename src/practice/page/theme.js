// Light or dark: what the address asks for, else what was chosen last, else what the system prefers.
// A classic script in the head, so that the page is never painted in the wrong theme first.

(() => {
  const root = document.documentElement;
  const asked = new URLSearchParams(location.search).get("theme");
  const chosen = ["light", "dark"].includes(asked) ? asked : localStorage.getItem("theme");
  if (chosen) root.dataset.theme = chosen;

  addEventListener("DOMContentLoaded", () => {
    const button = document.getElementById("theme");
    const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
    const isDark = () => (root.dataset.theme ?? (systemIsDark.matches ? "dark" : "light")) === "dark";
    const label = () => button.setAttribute("aria-pressed", String(isDark()));
    button.addEventListener("click", () => {
      root.dataset.theme = isDark() ? "light" : "dark";
      localStorage.setItem("theme", root.dataset.theme);
      label();
    });
    systemIsDark.addEventListener("change", label);
    label();
  });
})();
