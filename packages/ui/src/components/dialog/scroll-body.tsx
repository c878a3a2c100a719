import { useCallback, useState, type ComponentProps } from 'react';

import { cn } from '../../cn.ts';

/** Area between header and footer. It scrolls when its content is too high, and is then focusable by keyboard. */
export function ScrollBody({ className, children, ...props }: ComponentProps<'div'>) {
  const [scrolls, setScrolls] = useState(false);
  const watch = useCallback((content: HTMLDivElement) => {
    const body = content.parentElement ?? content;
    const observer = new ResizeObserver(() => setScrolls(body.scrollHeight > body.clientHeight));
    observer.observe(body);
    observer.observe(content);
    return () => observer.disconnect();
  }, []);
  return (
    <div
      data-state={scrolls ? 'scrolling' : 'whole'}
      // Some browsers do not make scrolling areas focusable.
      {...(scrolls && { tabIndex: 0 })}
      className={cn(
        'min-h-0 flex-1 overflow-y-auto overscroll-contain border-t border-transparent px-6 pb-5 -outline-offset-2',
        'data-[state=scrolling]:border-line data-[state=scrolling]:pt-4',
        className,
      )}
      {...props}
    >
      <div ref={watch}>{children}</div>
    </div>
  );
}
