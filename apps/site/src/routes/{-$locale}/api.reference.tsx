import { createFileRoute } from '@tanstack/react-router';

import { ApiReferencePage } from '#features/api/api-reference-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/api/reference')({
  ...pageRoute('apiReference'),
  component: ApiReferencePage,
});
