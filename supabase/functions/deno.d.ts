/** What the functions use of Deno, on which a hosted project runs them. */
declare namespace Deno {
  function serve(handler: (request: Request) => Response | Promise<Response>): unknown;
  function resolveDns(host: string, type: 'A' | 'AAAA'): Promise<string[]>;
  const errors: { readonly NotFound: ErrorConstructor };
  const env: { get(name: string): string | undefined };
}
