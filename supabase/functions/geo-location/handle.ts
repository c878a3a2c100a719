import { corsHeaders } from '../_shared/cors.ts';
import { chooseLanguage } from './choose-language.ts';

/** What the place where the function runs knows about whoever calls. */
export interface Caller {
  readonly ip: string | null;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
}

/** Answers from where a visitor comes and which language to begin in. It keeps nothing. */
export function handleGeoLocation(request: Request, { ip, country }: Caller): Response {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: corsHeaders });
  if (request.method !== 'POST') {
    return Response.json({ message: 'Use POST' }, { status: 405, headers: { ...corsHeaders, allow: 'POST, OPTIONS' } });
  }
  const defaultLanguage = chooseLanguage(country, request.headers.get('accept-language'));
  return Response.json({ ip, country, defaultLanguage }, { headers: { ...corsHeaders, 'cache-control': 'no-store' } });
}

/** @returns a country that a proxy wrote into a header; null for its words for "unknown". */
export function countryIn(header: string | null | undefined): string | null {
  const code = header?.trim().toUpperCase() ?? '';
  return /^[A-Z]{2}$/.test(code) && code !== 'XX' ? code : null;
}
