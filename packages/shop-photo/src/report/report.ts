import type { ProductEnlargement } from '../layout/lay-out-subject.ts';
import type { CheckedPhoto, Rule } from '../preflight/check-shop-photo.ts';

/** One file of a report. */
export interface ReportedPhoto {
  readonly fileName: string;
  /** Name of the marketplace. */
  readonly shop: string;
  readonly checked: CheckedPhoto;
  /** How the product was enlarged; undefined when it was not. */
  readonly enlarged?: ProductEnlargement | undefined;
}

/** Texts of a report, in the page's language. */
export interface ReportWords {
  /** BCP 47 language tag. */
  readonly language: string;
  readonly title: string;
  /** Remarks, such as the date of the report and what it does not cover. */
  readonly notes: readonly string[];
  readonly rule: string;
  readonly measured: string;
  readonly allowed: string;
  readonly result: string;
  readonly enlarged: (enlargement: ProductEnlargement) => string;
  readonly words: (rule: Rule) => {
    readonly name: string;
    readonly measured: string;
    readonly allowed: string;
    readonly state: string;
  };
}

/** Returns a machine-readable report with the measures as numbers. */
export function reportJson(photos: readonly ReportedPhoto[], madeAt: Date): Blob {
  const text = JSON.stringify({ kind: 'isola-shop-photo-report', version: 1, madeAt, photos }, undefined, 2);
  return new Blob([text], { type: 'application/json' });
}

/** Returns a report to read and print: one HTML page that loads no other files. */
export function reportHtml(photos: readonly ReportedPhoto[], words: ReportWords): Blob {
  const sections = photos.map(({ fileName, shop, checked, enlarged }) => {
    const rows = checked.rules.map((rule) => {
      const { name, ...others } = words.words(rule);
      const cells = [others.measured, others.allowed, others.state].map((text) => `<td>${safe(text)}</td>`);
      return `<tr class="${rule.state}"><th scope="row">${safe(name)}</th>${cells.join('')}</tr>`;
    });
    const note = enlarged ? `<p class="enlarged">${safe(words.enlarged(enlarged))}</p>` : '';
    return `<section><h2>${safe(shop)}</h2><p>${safe(fileName)}</p>${note}<table><thead><tr>${[
      words.rule,
      words.measured,
      words.allowed,
      words.result,
    ]
      .map((head) => `<th scope="col">${safe(head)}</th>`)
      .join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></section>`;
  });
  const text = `<!doctype html>
<html lang="${safe(words.language)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${safe(words.title)}</title>
<style>${styles}</style>
<h1>${safe(words.title)}</h1>
${words.notes.map((note) => `<p>${safe(note)}</p>`).join('\n')}
${sections.join('\n')}
</html>
`;
  return new Blob([text], { type: 'text/html' });
}

const styles = `body{font:14px/1.5 system-ui,sans-serif;max-width:52rem;margin:2rem auto;padding:0 1rem;color:#1c1a18}
h1{font-size:22px}h2{font-size:16px;margin:2rem 0 0}section{break-inside:avoid}p{margin:.25rem 0;color:#5b5650}
table{width:100%;border-collapse:collapse;margin-top:.5rem}th,td{text-align:start;padding:.35rem .75rem .35rem 0;border-bottom:1px solid #dcd8d2;font-weight:400;vertical-align:top}
thead th{color:#5b5650;font-size:12px}.fail td:last-child{color:#b3261e;font-weight:600}.advice td:last-child,.enlarged{color:#8a5a00}`;

/** Escapes text for HTML. File names come from the user and may contain anything. */
function safe(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.codePointAt(0)};`);
}
