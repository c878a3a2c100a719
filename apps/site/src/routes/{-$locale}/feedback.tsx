import { createFileRoute } from '@tanstack/react-router';

import { FeedbackPage } from '#features/feedback/feedback-page.tsx';
import { pageRoute } from '#shell/page-route.ts';

export const Route = createFileRoute('/{-$locale}/feedback')({ ...pageRoute('feedback'), component: FeedbackPage });
