import { Suspense } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';

import { lazyWhenIdle } from './lazy-when-idle.ts';
import { markPageReady } from './page-ready.ts';

test('lazyWhenIdle leaves the page unchanged when a part fails to load, and retries once the browser is online', async () => {
  const { promise: hasFailed, resolve: fail } = Promise.withResolvers<undefined>();
  let loads = 0;
  const Footer = lazyWhenIdle(() => {
    loads += 1;
    if (loads > 1) return Promise.resolve({ default: () => <p title="Footer" /> });
    fail(undefined);
    return Promise.reject(new TypeError('Failed to fetch dynamically imported module'));
  });
  markPageReady();
  await render(
    <>
      <p title="Page" />
      <Suspense>
        <Footer />
      </Suspense>
    </>,
  );
  await hasFailed;
  await expect.element(page.getByTitle('Page')).toBeInTheDocument();
  dispatchEvent(new Event('online'));
  await expect.element(page.getByTitle('Footer')).toBeInTheDocument();
  expect(loads).toBe(2);
});
