/** Path of the page on which a local server shows the emails that it would have sent. */
export const mailboxAddress = '/_local/mailbox';

/** Checks whether the site's server collects its emails instead of sending them. Only a local server has this path. */
export async function findMailbox(): Promise<boolean> {
  try {
    const response = await fetch(`${mailboxAddress}.json`, { headers: { accept: 'application/json' } });
    return response.ok && (response.headers.get('content-type') ?? '').includes('json');
  } catch {
    return false;
  }
}
