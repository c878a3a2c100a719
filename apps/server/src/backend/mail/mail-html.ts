import type { Language } from '@isola/supabase/shared/languages';
import { escapeHtml } from './escape-html.ts';

/** Part of an email. Parts are listed in reading order. */
export type MailPart =
  | { readonly text: string }
  /** Link that is drawn as a button with its URL below. */
  | { readonly link: string; readonly label: string }
  /** Code to be typed on the site. */
  | { readonly code: string }
  /** Reason why the reader gets this email, shown at the end. */
  | { readonly reason: string };

export interface MailHtmlParts {
  readonly language: Language;
  readonly subject: string;
  readonly body: readonly MailPart[];
  /** Text before the URL of a button, for readers whose mail program shows no buttons. */
  readonly linkHint: string;
}

// The colours of the site in sRGB, because mail programs support neither custom properties nor oklch.
const colors = {
  paper: '#faf9f6',
  sheet: '#ffffff',
  ink: '#1d1b17',
  soft: '#5c574e',
  line: '#e3e0d9',
  accent: '#cf2e21',
};
const dark = { paper: '#121418', sheet: '#1c1f24', ink: '#f1f2f4', soft: '#b7bac1', line: '#363a41' };

const family = "font-family:Inter,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans SC',sans-serif";
const body = `margin:0 0 16px;${family};font-size:16px;line-height:1.55;color:${colors.ink}`;
const small = `margin:0;${family};font-size:13px;line-height:1.5;color:${colors.soft}`;

/**
 * Style sheet for mail programs that follow the system's theme. The others use the light colours of the inline styles.
 */
const darkSheet = [
  `.paper{background:${dark.paper}!important}`,
  `.sheet{background:${dark.sheet}!important;border-color:${dark.line}!important}`,
  `.ink{color:${dark.ink}!important}`,
  `.soft{color:${dark.soft}!important}`,
  `.line{border-color:${dark.line}!important}`,
].join('');

/**
 * Creates the HTML of an email: logo, sentences, button, code, and the reason at the end. The layout uses tables and
 * inline styles, which mail programs require. No image is loaded.
 */
export function mailHtml({ language, subject, body: parts, linkHint }: MailHtmlParts): string {
  const reasons = parts.flatMap((part) => ('reason' in part ? [part.reason] : []));
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">`,
    '<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">',
    `<title>${escapeHtml(subject)}</title><style>@media (prefers-color-scheme:dark){${darkSheet} }</style></head>`,
    `<body class="paper" style="margin:0;background:${colors.paper}">`,
    table(
      `class="paper" width="100%" style="background:${colors.paper}"`,
      '<td align="center" style="padding:32px 16px">',
    ),
    table(
      `class="sheet" width="100%" style="max-width:480px;background:${colors.sheet};border:1px solid ${colors.line};border-radius:16px"`,
      '<td style="padding:32px;text-align:start">',
    ),
    mark,
    `<h1 class="ink" style="margin:24px 0 16px;${family};font-size:22px;line-height:1.3;font-weight:600;color:${colors.ink}">${escapeHtml(subject)}</h1>`,
    ...parts.map((part) => htmlOf(part, linkHint)),
    ...reasons.map(
      (reason) =>
        `<p class="soft line" style="${small};margin-top:24px;padding-top:16px;border-top:1px solid ${colors.line}">${escapeHtml(reason)}</p>`,
    ),
    '</td></tr></table></td></tr></table></body></html>',
  ].join('\n');
}

function htmlOf(part: MailPart, linkHint: string): string {
  if ('reason' in part) return '';
  if ('text' in part) return `<p class="ink" style="${body}">${escapeHtml(part.text)}</p>`;
  if ('code' in part) {
    const look = `margin:0 0 16px;${family};font-size:28px;line-height:1.2;font-weight:600;letter-spacing:0.12em;font-variant-numeric:tabular-nums;color:${colors.ink}`;
    return `<p class="ink" style="${look}"><strong>${escapeHtml(part.code)}</strong></p>`;
  }
  const link = escapeHtml(part.link);
  const button = `display:inline-block;padding:12px 20px;border-radius:10px;background:${colors.accent};${family};font-size:16px;line-height:1.4;font-weight:600;color:#ffffff;text-decoration:none`;
  return [
    `<p style="margin:0 0 12px"><a href="${link}" style="${button}">${escapeHtml(part.label)}</a></p>`,
    `<p class="soft" style="${small};margin-bottom:20px;word-break:break-all">${escapeHtml(linkHint)} ${link}</p>`,
  ].join('\n');
}

/** Logo without an image: an island within a dashed line. */
const mark = [
  table('', '<td '),
  `style="width:20px;height:20px;border:2px dashed ${colors.accent};border-radius:7px;text-align:center;font-size:14px;line-height:20px;color:${colors.ink}" class="ink">&#9679;</td>`,
  `<td class="ink" style="padding-inline-start:10px;${family};font-size:17px;font-weight:600;color:${colors.ink}">Isola</td></tr></table>`,
].join('');

function table(attributes: string, cell: string): string {
  return `<table role="presentation" cellspacing="0" cellpadding="0" border="0"${attributes && ` ${attributes}`}><tr>${cell}`;
}
