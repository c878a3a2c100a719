import { languageTag } from '@isola/i18n';
import { useTranslation } from 'react-i18next';

import type { Invoice } from '../api/schemas.ts';
import { MembershipError } from '../api/membership-error.ts';
import { useMembership } from './membership-context.tsx';

/**
 * @returns a function that writes an invoice in the reader's language. The first call loads the PDF library and the
 * fonts.
 */
export function useInvoicePdf(): (invoice: Invoice) => Promise<Blob> {
  const { t } = useTranslation('membership');
  const { locale, loadInvoiceFonts } = useMembership();
  return async (invoice) => {
    const [{ invoiceWords, writeInvoicePdf }, typefaces] = await fetched(
      Promise.all([import('../invoice/write-invoice-pdf.ts'), loadInvoiceFonts()]),
    );
    const pdf = await writeInvoicePdf(invoice, {
      typefaces: typefaces.map((listFiles) => () => fetched(listFiles())),
      languageTag: languageTag(locale),
      words: invoiceWords(invoice, locale, t),
      load: loadFont,
    });
    return new Blob([pdf], { type: 'application/pdf' });
  };
}

/** Turns a failed download into an error with a translation. */
function fetched<Fetched>(parts: Promise<Fetched>): Promise<Fetched> {
  return parts.catch((cause: unknown) => {
    throw new MembershipError('network', 'The code that writes the file could not be fetched', { cause });
  });
}

async function loadFont(url: string): Promise<Uint8Array<ArrayBuffer>> {
  const response = await fetch(url).catch((cause: unknown) => {
    throw new MembershipError('network', 'A font could not be fetched', { cause });
  });
  if (!response.ok) throw new MembershipError('network', `A font could not be fetched: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
}
