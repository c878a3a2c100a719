/** Path at which a server on this machine shows the emails that it would have sent. */
export const mailboxAddress = '/_local/mailbox';

/** Whether the site's server catches its emails. Only a local server has this address. */
export async function findMailbox(): Promise<boolean> {
  try {
    const response = await fetch(`${mailboxAddress}.json`, { headers: { accept: 'application/json' } });
    return response.ok && (response.headers.get('content-type') ?? '').includes('json');
  } catch {
    return false;
  }
}
