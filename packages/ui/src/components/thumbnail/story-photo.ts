/** Image of a kettle in front of a wall, as an inline SVG, so that the stories load no file. */
export const storyPhoto = drawn(true);

/** The same kettle on a transparent background. */
export const storyCutOut = drawn(false);

function drawn(wall: boolean) {
  const ground = '<rect width="96" height="96" fill="#c9bda9"/><rect y="66" width="96" height="30" fill="#8d7f6c"/>';
  const kettle =
    '<path d="M26 74c-4-26 4-40 22-40s26 14 22 40z" fill="#4f7d86"/><path d="M68 46c10 0 12 6 16-8l-6-2c-2 6-4 6-12 2z" fill="#3d646c"/><path d="M32 34c0-22 32-22 32 0" fill="none" stroke="#6b5f55" stroke-width="4"/><circle cx="48" cy="31" r="4" fill="#6b5f55"/>';
  return `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">${wall ? ground : ''}${kettle}</svg>`,
  )}`;
}
