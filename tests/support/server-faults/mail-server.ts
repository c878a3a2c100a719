import type { Socket } from 'node:net';

import { expect } from '@playwright/test';

import { openPort, type Port } from './open-port.ts';

/**
 * Fault of the mail server: it accepts connections and says nothing, closes its service for now (421), or refuses the
 * recipient for good (550).
 */
export type MailFault = 'stalls' | 'busy' | 'rejects';

interface ReceivedMail {
  readonly to: string;
  readonly text: string;
}

export interface MailServer extends Port {
  readonly url: string;
  readonly setFault: (fault: MailFault | null) => void;
  /** Waits for a number of emails to an address. @returns the code in the newest one. */
  readonly codeTo: (email: string, count?: number) => Promise<string>;
  readonly countTo: (email: string) => number;
  /** Returns how often the server has refused an address. */
  readonly refusedTo: (email: string) => number;
}

/** Starts a mail server that speaks as much of SMTP (RFC 5321) as a client needs, and keeps each email. */
export async function startMailServer(): Promise<MailServer> {
  let fault: MailFault | null = null;
  const received: ReceivedMail[] = [];
  const refused: string[] = [];
  const port = await openPort((socket) => converse(socket, () => fault, received, refused));
  const mailsTo = (email: string) => received.filter(({ to }) => to === email);
  return {
    ...port,
    url: `smtp://127.0.0.1:${port.number}`,
    setFault: (next) => {
      fault = next;
    },
    codeTo: async (email, count = 1) => {
      // The server tries again after 2, 6, 18 and 54 seconds.
      await expect.poll(() => mailsTo(email).length, { timeout: 90_000 }).toBe(count);
      return /^(\d{6})\r?$/m.exec(mailsTo(email).at(-1)?.text ?? '')?.[1] ?? '';
    },
    countTo: (email) => mailsTo(email).length,
    refusedTo: (email) => refused.filter((each) => each === email).length,
  };
}

const ok = '250 ok';
const replies: Readonly<Record<string, string>> = {
  EHLO: '250 mail.test',
  HELO: '250 mail.test',
  MAIL: ok,
  DATA: '354 go on',
  RSET: ok,
  NOOP: ok,
  QUIT: '221 bye',
};

/** Answers one client: lines are commands, and after `DATA` an email until a line with a single dot. */
function converse(socket: Socket, faultNow: () => MailFault | null, received: ReceivedMail[], refused: string[]): void {
  let input = '';
  let recipient = '';
  let isEmail = false;
  const say = (line: string) => {
    if (faultNow() !== 'stalls') socket.write(`${line}\r\n`);
  };
  const answer = (line: string) => {
    const command = line.slice(0, 4).toUpperCase();
    if (command === 'RCPT') {
      recipient = /<(.*)>/.exec(line)?.[1] ?? '';
      const reply = recipientReply(faultNow());
      if (reply !== ok) refused.push(recipient);
      return say(reply);
    }
    isEmail = command === 'DATA';
    return say(replies[command] ?? '502 not known here');
  };
  const keep = (text: string) => {
    received.push({ to: recipient, text });
    isEmail = false;
    say('250 accepted');
  };
  say('220 mail.test ESMTP');
  socket.setEncoding('utf8');
  socket.on('data', (part) => {
    input += String(part);
    for (;;) {
      const end = isEmail ? '\r\n.\r\n' : '\r\n';
      const at = input.indexOf(end);
      if (at < 0) return;
      const text = input.slice(0, at);
      input = input.slice(at + end.length);
      if (isEmail) keep(text);
      else answer(text);
    }
  });
}

function recipientReply(fault: MailFault | null): string {
  if (fault === 'busy') return '421 try again later';
  return fault === 'rejects' ? '550 there is no such mailbox' : ok;
}
