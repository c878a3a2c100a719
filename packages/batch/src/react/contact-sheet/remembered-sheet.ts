import { maxColumns, maxRows, type SheetPaper, sheetPapers } from '../../contact-sheet/sheet-layout.ts';

/** Settings of a contact sheet. Those of a page also stay while a picture is chosen. */
export interface SheetSettings {
  readonly kind: 'pdf' | 'jpeg' | 'png';
  readonly paper: SheetPaper;
  readonly columns: number;
  readonly rows: number;
  readonly hasNames: boolean;
}

const storageKey = 'contact-sheet';

/** Returns the settings that were last used on this device. */
export function rememberedSheet(): SheetSettings {
  // Offices in the United States and Canada print on Letter.
  const paper = /-(?:US|CA)$/.test(navigator.language) ? 'letter' : 'a4';
  const first: SheetSettings = { kind: 'pdf', paper, columns: 4, rows: 5, hasNames: true };
  try {
    return settingsIn(JSON.parse(localStorage.getItem(storageKey) ?? 'null')) ?? first;
  } catch {
    // Storage is closed, or contains something else.
    return first;
  }
}

/** Saves settings on this device, where the browser allows it. */
export function rememberSheet(settings: SheetSettings): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(settings));
  } catch {
    // Storage is closed or full. The settings hold until the dialog is closed.
  }
}

function settingsIn(value: unknown): SheetSettings | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { kind, paper, columns, rows, hasNames }: Partial<Record<keyof SheetSettings, unknown>> = value;
  const isKnown = kind === 'pdf' || kind === 'jpeg' || kind === 'png';
  if (!isKnown || !isPaper(paper) || !isWithin(columns, maxColumns) || !isWithin(rows, maxRows)) return undefined;
  return typeof hasNames === 'boolean' ? { kind, paper, columns, rows, hasNames } : undefined;
}

function isPaper(value: unknown): value is SheetPaper {
  return typeof value === 'string' && Object.hasOwn(sheetPapers, value);
}

function isWithin(value: unknown, max: number): value is number {
  return Number.isInteger(value) && Number(value) >= 1 && Number(value) <= max;
}
