/** Where a server on this machine shows the e-mails that it would have sent. */
export const mailboxAddress = '/_local/mailbox';

/** Whether the site's server catches its e-mails: nobody else's machine has such an address. */
export async function findMailbox(): Promise<boolean> {
  try {
    const response = await fetch(`${mailboxAddress}.json`, { headers: { accept: 'application/json' } });
    return response.ok && (response.headers.get('content-type') ?? '').includes('json');
  } catch {
    return false;
  }
}
