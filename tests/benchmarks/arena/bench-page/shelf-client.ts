/** Takes something from the shelf; the page's counterpart to `shelf.ts`. */
export async function take(name: string): Promise<Blob> {
  const answer = await fetch(`/shelf/${encodeURIComponent(name)}`);
  if (!answer.ok) throw new Error(`there is no ${name} on the shelf`);
  return answer.blob();
}

export async function layDown(name: string, body: NonNullable<RequestInit['body']>): Promise<void> {
  await fetch(`/shelf/${encodeURIComponent(name)}`, { method: 'PUT', body });
}
