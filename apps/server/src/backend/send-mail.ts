import { createTransport } from 'nodemailer';

import type { Logger } from '../create-logger.ts';
import type { SmtpSettings } from './backend-settings.ts';
import type { Mail, Mailbox } from './mailbox.ts';

/** How long to wait before another try. */
const retryDelaysMs = [2_000, 10_000];
const answerLimitMs = 15_000;

export interface MailSender {
  /** Returns at once: how long a mail takes would tell whether there is such an account. */
  readonly send: (mail: Mail) => void;
  /** Waits for the mails under way, without further tries. */
  readonly close: () => Promise<void>;
}

/** Sends by SMTP where the operator configured it; else the mailbox of this machine catches all. */
export function createMailSender(smtp: SmtpSettings | null, mailbox: Mailbox, logger: Logger): MailSender {
  if (!smtp) return { send: mailbox.add, close: () => Promise.resolve() };

  const transport = createTransport({
    url: smtp.url,
    pool: true,
    connectionTimeout: answerLimitMs,
    greetingTimeout: answerLimitMs,
    socketTimeout: answerLimitMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const underWay = new Set<Promise<void>>();
  const closing = new AbortController();
  const deliver = async (mail: Mail) => {
    for (const delayMs of [...retryDelaysMs, null]) {
      try {
        await transport.sendMail({ from: smtp.from, ...mail });
        return;
      } catch (error) {
        logger.warn({ err: error }, 'a mail could not be sent');
        if (delayMs === null || closing.signal.aborted) return;
        await pause(delayMs, closing.signal);
      }
    }
  };
  return {
    send: (mail) => {
      const delivery = deliver(mail).finally(() => underWay.delete(delivery));
      underWay.add(delivery);
    },
    close: async () => {
      closing.abort();
      await Promise.all(underWay);
      transport.close();
    },
  };
}

function pause(durationMs: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, durationMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}
