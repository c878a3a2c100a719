import { html, raw } from 'hono/html';

/** Paths of the kit's icons (Lucide, ISC licence), 24 × 24 units with lines of 1.5. */
const paths = {
  search: '<path d="m21 21-4.34-4.34"/><circle cx="11" cy="11" r="8"/>',
  menu: '<path d="M4 5h16"/><path d="M4 12h16"/><path d="M4 19h16"/>',
  theme: '<circle cx="12" cy="12" r="9"/><path d="M12 3a9 9 0 0 0 0 18z" fill="currentColor"/>',
  close: '<path d="M18 6 6 18"/><path d="m6 6 12 12"/>',
  arrow: '<path d="M5 12h14"/><path d="m12 5 7 7-7 7"/>',
} as const;

/** Renders an icon that is decorative: the element around it has a text or a label. */
export function icon(name: keyof typeof paths) {
  return html`<svg
    class="size-5 flex-none"
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.5"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    ${raw(paths[name])}
  </svg>`;
}

/** Renders the mark of the brand, as the kit's `LogoMark` draws it. */
export function logoMark() {
  return html`<svg class="size-[1.334em] flex-none" viewBox="0 0 24 24" aria-hidden="true">
    <rect
      x="1.9"
      y="1.9"
      width="20.2"
      height="20.2"
      rx="6.2"
      fill="none"
      stroke="var(--color-cut)"
      stroke-width="1.7"
      stroke-linecap="round"
      pathLength="120"
      stroke-dasharray="3.8 6.2"
      stroke-dashoffset="-9.8"
    />
    <path
      fill="currentColor"
      d="M7.1 14.9c-1.2-1.6-.5-3.6 1-4.7 1-.7 1.3-1.4 1.9-2.4 1-1.7 3.5-2.1 5.1-.8 1.5 1.2 1.2 2.6 1.9 3.9.7 1.4 1 3-.2 4.6-1.3 1.7-3.4 1.9-5.2 1.7-1.7-.2-3.4-.8-4.5-2.3z"
    />
  </svg>`;
}
