import { randomBytes } from 'node:crypto';

import { Hono } from 'hono';
import * as z from 'zod';

import { languages } from '@isola/supabase/shared/languages';
import type { Logger } from '../../create-logger.ts';
import type { AnswerEvenly } from '../lite/even-answers.ts';
import { sha256 } from './mail-links.ts';
import { preregistrationText } from '../mail/mail-texts.ts';
import type { Database } from '../database/open-database.ts';
import type { RateLimits } from '../limits/rate-limits.ts';
import type { MailSender } from '../mail/send-mail.ts';
import { preregistrationConfirmPath, preregistrationPath } from '../process/worker-messages.ts';

const tokenBytes = 32;

const requestSchema = z.object({ email: z.string(), language: z.enum(languages) });
const confirmSchema = z.object({ token: z.string() });

export interface PreregistrationParts {
  readonly answerEvenly: AnswerEvenly;
  readonly rows: Database['rows'];
  readonly sender: MailSender;
  readonly limits: RateLimits;
  readonly siteOrigin: string;
  readonly logger: Logger;
}

/**
 * Creates the routes that the functions `api-preregister` and `api-preregister-confirm` call in the backend's thread,
 * which has the database and sends the emails. An address that is on the list gets the same answer,
 * after the same time, as one that is not.
 */
export function preregistrationRoutes(parts: PreregistrationParts): Hono {
  const { answerEvenly, rows, sender, limits, siteOrigin, logger } = parts;
  const app = new Hono();

  app.post(preregistrationPath, async (context) => {
    const { email, language } = requestSchema.parse(await context.req.json());
    await answerEvenly(async () => {
      // Above the limit no email is sent, and earlier ones stay valid.
      if ((await limits.countEmail('mail', email, 'preregistration')) > 0) return;
      const token = randomBytes(tokenBytes).toString('base64url');
      const [row] = await rows('select public.request_preregistration($1, $2, $3) as is_open', [
        email,
        language,
        sha256(token),
      ]);
      if (row?.['is_open'] !== true) return;
      const page = language === 'zh' ? '/api/confirm' : `/${language}/api/confirm`;
      // The token is in the fragment, which browsers send to no server.
      await sender.send({ to: email, ...preregistrationText(language, `${siteOrigin}${page}#token=${token}`) });
    });
    return context.body(null, 204);
  });

  app.post(preregistrationConfirmPath, async (context) => {
    const { token } = confirmSchema.parse(await context.req.json());
    const [row] = await rows('select public.confirm_preregistration($1) as outcome', [sha256(token)]);
    if (row?.['outcome'] === 'confirmed') logger.info('backend: a pre-registration was confirmed');
    return context.json({ outcome: row?.['outcome'] });
  });

  return app;
}
