import { createFileRoute } from '@tanstack/react-router';

import { BatchRemovePage } from '#features/landing/batch-remove-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/batch-remove')({
  ...pageRoute('batchRemove'),
  component: BatchRemovePage,
});
