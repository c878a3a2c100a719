import { createFileRoute } from '@tanstack/react-router';

import { BatchPage } from '#features/batch/batch-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/batch')({ ...pageRoute('batch'), component: BatchPage });
