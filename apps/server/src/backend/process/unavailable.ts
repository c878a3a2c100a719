/** The answer while the backend or its database is away; nothing was kept. */
export function unavailable(): Response {
  return Response.json(
    { code: 'unavailable', message: 'The backend is not available: please try again later' },
    { status: 503, headers: { 'retry-after': '5' } },
  );
}
