/**
 * Loads the application. Its files are fetched at once, and each is evaluated in a task of its own: in one, they keep the
 * processor of a phone busy for longer than a person who touches the page should wait.
 */
export async function loadInSteps() {
  fetchFiles();
  await import('react-dom/client');
  await import('@tanstack/react-router');
  return import('../main.tsx');
}

/** The build lists them in a `<template>` of the page, as nothing that the first script knows. */
function fetchFiles(): void {
  const files = document.querySelector<HTMLTemplateElement>('#application-files');
  if (!files) return;
  document.head.append(files.content);
  files.remove();
}
