import { answerJson, postFunction } from '../_shared/post-function.ts';
import { chooseLanguage } from './choose-language.ts';

/** Returns the caller's own address, its country, and the language to begin in. It reads no body and stores nothing. */
export const handleGeoLocation = postFunction(
  { name: 'geo-location', requests: 300, windowMs: 60_000 },
  async (request, { ip, country }) =>
    answerJson({ ip, country, defaultLanguage: chooseLanguage(country, request.headers.get('accept-language')) }),
);
