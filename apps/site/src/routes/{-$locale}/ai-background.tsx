import { createFileRoute } from '@tanstack/react-router';

import { AiBackgroundPage } from '#features/landing/ai-background-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/ai-background')({
  ...pageRoute('aiBackground'),
  component: AiBackgroundPage,
});
