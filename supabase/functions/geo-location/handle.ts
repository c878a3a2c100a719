import { answerJson, postFunction } from '../_shared/post-function.ts';
import { chooseLanguage } from './choose-language.ts';

/** Answers the caller's own address, its country, and which language to begin in. It takes nothing and keeps nothing. */
export const handleGeoLocation = postFunction(
  { name: 'geo-location', requests: 300, windowMs: 60_000 },
  async (request, { ip, country }) =>
    answerJson({ ip, country, defaultLanguage: chooseLanguage(country, request.headers.get('accept-language')) }),
);
