/** Returns the answer while the backend or its database is unavailable. Nothing of the request has been stored. */
export function unavailable(): Response {
  return Response.json(
    { code: 'unavailable', message: 'The backend is not available: please try again later' },
    { status: 503, headers: { 'retry-after': '5' } },
  );
}
