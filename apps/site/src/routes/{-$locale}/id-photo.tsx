import { createFileRoute } from '@tanstack/react-router';

import { IdPhotoPage } from '#features/landing/id-photo-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/id-photo')({ ...pageRoute('idPhoto'), component: IdPhotoPage });
