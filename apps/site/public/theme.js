// Runs before the first paint: a chosen appearance must not flash through the other one. Without a choice the system's
// own stands, and no attribute is set. Kept apart from the page because its policy allows no inline script.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is closed to this page: the system's appearance stands.
}
