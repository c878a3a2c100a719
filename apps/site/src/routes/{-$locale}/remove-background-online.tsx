import { createFileRoute } from '@tanstack/react-router';

import { RemoveOnlinePage } from '#features/landing/remove-online-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/remove-background-online')({
  ...pageRoute('removeOnline'),
  component: RemoveOnlinePage,
});
