import { createFileRoute } from '@tanstack/react-router';

import { SinglePage } from '#features/single/single-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/single')({ ...pageRoute('single'), component: SinglePage });
