import { countryIn, handleGeoLocation } from './handle.ts';

// The gateway of a hosted project writes the visitor's address first; which header names the country, the operator says.
Deno.serve((request: Request) =>
  handleGeoLocation(request, {
    ip: request.headers.get('x-forwarded-for')?.split(',')[0]?.trim() ?? null,
    country: countryIn(request.headers.get(Deno.env.get('COUNTRY_HEADER') ?? 'cf-ipcountry')),
  }),
);
