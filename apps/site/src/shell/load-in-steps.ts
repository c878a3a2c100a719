/**
 * Loads the application. All files are fetched at once, but each is evaluated in a task of its own. In one task, a
 * phone would not respond to touches for too long.
 */
export async function loadInSteps() {
  fetchFiles();
  await import('react-dom/client');
  await import('@tanstack/react-router');
  return import('../main.tsx');
}

/**
 * Fetches the application's files. The build lists them in a `<template>` of the page, because their names have hashes.
 */
function fetchFiles(): void {
  const files = document.querySelector<HTMLTemplateElement>('#application-files');
  if (!files) return;
  document.head.append(files.content);
  files.remove();
}
