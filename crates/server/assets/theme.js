// Before the first paint: the colours that the guest has chosen. Everything else waits for house.js.
try {
  const theme = localStorage.getItem("theme");
  if (theme) document.documentElement.dataset.theme = theme;
} catch {
  // A browser that keeps nothing has nothing to say.
}
