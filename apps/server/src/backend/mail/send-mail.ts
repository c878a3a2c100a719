import { createTransport } from 'nodemailer';
import * as z from 'zod';

import type { Logger } from '../../create-logger.ts';
import { outsideRequest } from '../../request-scope.ts';
import type { SmtpSettings } from '../backend-settings.ts';
import type { Mail, Mailbox } from './mailbox.ts';
import type { Database } from '../database/open-database.ts';

const answerLimitMs = 15_000;
/** Number of emails that one process sends at once. */
const atOnce = 5;
/**
 * Largest number of waiting emails. Further ones are dropped, so that a mail server that is down for days cannot fill
 * the disk.
 */
const maxQueued = 10_000;
/** Time for which an unsent email is retried, in days. */
const keptDays = 3;
/**
 * Time for which an email is reserved for the process that sends it. After a crash, another process then takes it over.
 */
const leaseSeconds = 120;
/** First pause before a retry. Each further pause is three times as long, up to the longest one. */
const firstPauseSeconds = 2;
const longestPauseSeconds = 3_600;
/** Longest interval between two checks of the queue, which may contain emails that another process has left. */
const longestWaitMs = 30_000;
/** Interval in which the state of the mail server is stored again while it stays the same, in seconds. */
const noteSeconds = 5;
/** Time for which a process answers with the state that it has read. */
const stateKeptMs = 2_000;
/** Time that a stop waits for emails that are being sent. Unsent emails stay in the queue. */
const closeLimitMs = 5_000;

export interface MailSender {
  /**
   * Stores an email. Resolves before the email is sent, because the time that sending takes would reveal whether an
   * account exists.
   */
  readonly send: (mail: Mail) => Promise<void>;
  /**
   * Returns whether emails wait because the mail server does not work, as any process on the database has last seen it.
   * Rejects when the database does not answer.
   */
  readonly isDelayed: () => Promise<boolean>;
  /** Begins to send the emails of the queue. The migrations must have been applied. */
  readonly start: () => void;
  /** Stops sending. Unsent emails stay in the queue. */
  readonly close: () => Promise<void>;
}

/**
 * Creates the sender of emails. It uses SMTP when a mail server is configured; otherwise the mailbox of this machine
 * catches all emails.
 *
 * An email is stored in the database and deleted once the mail server has accepted it. It is retried with growing
 * pauses for three days. If the mail server refuses it permanently (SMTP status 5xx for its recipient or its content),
 * it is given up at once. Of several processes on one database, only one sends each email. After a crash between the
 * mail server's answer and the deletion, an email is sent twice with the same Message-ID.
 */
export function createMailSender(
  smtp: SmtpSettings | null,
  mailbox: Mailbox,
  database: Pick<Database, 'rows' | 'isShared'>,
  logger: Logger,
): MailSender {
  if (!smtp) {
    return {
      send: async (mail) => mailbox.add(mail),
      isDelayed: () => Promise.resolve(false),
      start: () => {},
      close: () => Promise.resolve(),
    };
  }
  const { rows } = database;
  const transport = createTransport({
    url: smtp.url,
    pool: true,
    maxConnections: atOnce,
    connectionTimeout: answerLimitMs,
    greetingTimeout: answerLimitMs,
    socketTimeout: answerLimitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const idDomain = /@([^\s<>]+)/.exec(smtp.from)?.[1] ?? 'localhost';

  let isStarted = false;
  const closing = new AbortController();
  let isAskedAgain = false;
  let working: Promise<void> | null = null;
  let timer: NodeJS.Timeout | null = null;

  const wake = () => {
    isAskedAgain = true;
    if (!isStarted || closing.signal.aborted || working) return;
    if (timer) clearTimeout(timer);
    working = outsideRequest(work)
      // The database, which stores the emails, may be unavailable for a while.
      .catch((error: unknown) => {
        isAskedAgain = false;
        logger.error({ err: error }, 'the mail queue could not be read');
      })
      .finally(() => (working = null))
      .then(sleep);
  };
  const sleep = async () => {
    if (closing.signal.aborted) return;
    const waitMs = isAskedAgain ? 0 : await nextDueMs().catch(() => longestWaitMs);
    timer = setTimeout(wake, Math.min(waitMs, longestWaitMs));
    timer.unref();
  };
  const nextDueMs = async () => {
    const [row] = await rows(
      'select (extract(epoch from min(due_at) - now()) * 1000)::text as wait_ms from private.mail_queue',
    );
    return typeof row?.['wait_ms'] === 'string' ? Math.max(0, Number(row['wait_ms'])) : longestWaitMs;
  };
  const work = async () => {
    const [{ given_up: givenUp } = {}] = await rows(deleteOld);
    if (Number(givenUp) > 0)
      logger.error({ count: Number(givenUp), keptDays }, 'emails were discarded: they are too old');
    while (!closing.signal.aborted) {
      isAskedAgain = false;
      const claimed = z.array(queuedMailSchema).parse(await rows(claim));
      if (claimed.length === 0) return;
      await Promise.all(claimed.map(deliver));
    }
  };
  const deliver = async ({ id, recipient, subject, text, html, attempts }: QueuedMail) => {
    try {
      const messageId = `<${id}@${idDomain}>`;
      // The recipient is passed as an object, because the library would parse names and further addresses from a text.
      const to = { name: '', address: recipient };
      await transport.sendMail({ from: smtp.from, to, subject, text, html, messageId });
    } catch (error) {
      if (isRefused(error)) {
        logger.error({ err: error, mailId: id }, 'an email was discarded: the mail server rejected it');
        await rows('delete from private.mail_queue where id = $1', [id]);
        await rows(noteAccepted);
      } else {
        const retryInSeconds = Math.min(firstPauseSeconds * 3 ** (attempts - 1), longestPauseSeconds);
        logger.warn({ err: error, mailId: id, attempts, retryInSeconds }, 'an email could not be sent');
        await rows(`update private.mail_queue set due_at = now() + $2 * interval '1 second' where id = $1`, [
          id,
          retryInSeconds,
        ]);
        // A stop ends the connections itself.
        if (isOfServer(error) && !closing.signal.aborted) await rows(noteFailed);
      }
      return;
    }
    await rows('delete from private.mail_queue where id = $1', [id]);
    await rows(noteAccepted);
    logger.debug({ mailId: id, attempts }, 'an email was sent');
  };

  return {
    send: async ({ to, subject, text, html }) => {
      const [stored] = await rows(add, [to, subject, text, html]);
      if (stored) wake();
      else logger.error({ maxQueued }, 'an email was discarded: the queue is full');
    },
    isDelayed: keepFor(stateKeptMs, async () => {
      const [state] = await rows('select private.are_mails_delayed() as is_delayed');
      return state?.['is_delayed'] === true;
    }),
    start: () => {
      isStarted = true;
      // If only this process uses the database, emails that its predecessor reserved or postponed are tried at once.
      const ready = database.isShared ? Promise.resolve() : rows('update private.mail_queue set due_at = now()');
      ready.then(wake, (error: unknown) => logger.error({ err: error }, 'the mail queue could not be read'));
    },
    close: async () => {
      closing.abort();
      if (timer) clearTimeout(timer);
      const limit = setTimeout(() => transport.close(), closeLimitMs);
      await working;
      clearTimeout(limit);
      transport.close();
    },
  };
}

const queuedMailSchema = z.object({
  id: z.string(),
  recipient: z.string(),
  subject: z.string(),
  text: z.string(),
  html: z.string(),
  attempts: z.number(),
});

type QueuedMail = z.infer<typeof queuedMailSchema>;

const add = `
  insert into private.mail_queue (recipient, subject, text, html)
  select $1, $2, $3, $4 where (select count(*) from private.mail_queue) < ${maxQueued}
  returning id`;

const claim = `
  update private.mail_queue
  set attempts = attempts + 1, due_at = now() + interval '${leaseSeconds} seconds'
  where id in (
    select id from private.mail_queue where due_at <= now() order by due_at limit ${atOnce} for update skip locked)
  returning id, recipient, subject, text, html, attempts`;

const deleteOld = `
  with old as (delete from private.mail_queue where queued_at < now() - interval '${keptDays} days' returning id)
  select count(*) as given_up from old`;

// Emails are sent many times a second, and the state hardly ever changes.
const noteAccepted = `
  update private.mail_state set accepted_at = clock_timestamp()
  where accepted_at is null or failed_at >= accepted_at or accepted_at < now() - interval '${noteSeconds} seconds'`;

const noteFailed = `
  update private.mail_state set failed_at = clock_timestamp()
  where failed_at is null or accepted_at >= failed_at or failed_at < now() - interval '${noteSeconds} seconds'`;

/**
 * Returns a function that repeats the latest result of another one for a while. An error is not repeated.
 * @param read function that is called once for all callers.
 */
function keepFor<T>(keptMs: number, read: () => Promise<T>): () => Promise<T> {
  let latest: Promise<T> | null = null;
  let endMs = 0;
  return () => {
    if (latest && performance.now() < endMs) return latest;
    endMs = performance.now() + keptMs;
    const reading = read();
    latest = reading;
    reading.catch(() => {
      if (latest === reading) latest = null;
    });
    return reading;
  };
}

/**
 * Checks whether a mail server refused the recipient or the content permanently. Wrong credentials of the operator do
 * not count.
 */
function isRefused(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('responseCode' in error)) return false;
  return /^(EENVELOPE|EMESSAGE)$/.test(String(error.code)) && Number(error.responseCode) >= 500;
}

/**
 * Checks whether an email was not sent because the mail server does not work: it cannot be reached, refuses the
 * operator's credentials, or closes the service (421). Any other refusal concerns one email, such as that of a full
 * mailbox (452) or of an unknown sender (450).
 */
function isOfServer(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error)) return true;
  if ('responseCode' in error && error.responseCode === 421) return true;
  return !/^(EENVELOPE|EMESSAGE)$/.test(String(error.code));
}
