import '@isola/ui/compiled.css';

import { Button } from '@isola/ui/button';
import { createRoot } from 'react-dom/client';

const root = document.getElementById('root');
if (root) createRoot(root).render(<Button variant="primary">Ohne Tailwind</Button>);
