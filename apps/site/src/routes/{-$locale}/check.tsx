import { createFileRoute } from '@tanstack/react-router';

import { CheckPage } from '#features/check/check-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/check')({ ...pageRoute('check'), component: CheckPage });
