import { Source, useOf } from '@storybook/addon-docs/blocks';
import type { ComponentProps, ReactNode } from 'react';

import { Badge } from '../components/badge/badge.tsx';

/** Facts about a component, collected from its folder by `.storybook/docs/docs-plugin.ts`. */
export interface AboutFacts {
  entry: string;
  version: string;
  names: string[];
  stories: number;
  /** Number of stories with a `play` function. */
  plays: number;
  unitTests: number;
  browserTests: number;
}

/** `stable`: used by the site; changes are listed in the changelog. `new`: not used by a page yet; may still change. */
export type ComponentStatus = 'stable' | 'new';

interface AboutProps {
  of: ComponentProps<typeof Source>['of'];
  status: ComponentStatus;
  /** ARIA role of the component. */
  role: ReactNode;
  /** Name of the pattern in the ARIA Authoring Practices, as in its URL. */
  pattern?: string;
}

/** Header of a component's page: import, status, installation, role and tests. */
export function About({ of, status, role, pattern }: AboutProps) {
  const { preparedMeta } = useOf(of ?? 'meta', ['meta']);
  const facts = preparedMeta.parameters['about'] as AboutFacts;
  return (
    <>
      <Source language="tsx" code={`import { ${facts.names.join(', ')} } from '${facts.entry}';`} />
      <dl className="sb-unstyled my-6 grid grid-cols-[8rem_1fr] gap-x-6 gap-y-2 border-y border-line py-4 text-14 text-ink">
        <dt className="text-soft">Status</dt>
        <dd>
          <Badge tone={status === 'stable' ? 'success' : 'warning'}>{status}</Badge>
        </dd>
        <dt className="text-soft">Installing</dt>
        <dd>
          <code>npm run build-package -- ui --pack /tmp</code>, then{' '}
          <code>npm install /tmp/isola-ui-{facts.version}.tgz</code>; within the workspace nothing is needed
        </dd>
        <dt className="text-soft">Role</dt>
        <dd>
          {role}
          {pattern !== undefined && (
            <span>
              , as in the pattern{' '}
              <a
                className="text-accent-ink underline"
                href={`https://www.w3.org/WAI/ARIA/apg/patterns/${pattern}/`}
                target="_blank"
                rel="noreferrer"
              >
                {pattern}
              </a>
            </span>
          )}
        </dd>
        <dt className="text-soft">Tested</dt>
        <dd>
          {[
            `axe finds nothing in ${count(facts.stories, 'story', 'stories')}`,
            `${facts.plays} of them operated`,
            facts.browserTests > 0 && count(facts.browserTests, 'browser test'),
            facts.unitTests > 0 && count(facts.unitTests, 'unit test'),
          ]
            .filter(Boolean)
            .join(', ')}
        </dd>
      </dl>
    </>
  );
}

function count(number: number, one: string, many = `${one}s`): string {
  return `${number} ${number === 1 ? one : many}`;
}
