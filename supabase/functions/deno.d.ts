/** The part of Deno that the functions use. A hosted project runs them on Deno. */
declare namespace Deno {
  function serve(handler: (request: Request) => Response | Promise<Response>): unknown;
  function resolveDns(host: string, type: 'A' | 'AAAA'): Promise<string[]>;
  const errors: { readonly NotFound: ErrorConstructor };
  const env: { get(name: string): string | undefined };
}
