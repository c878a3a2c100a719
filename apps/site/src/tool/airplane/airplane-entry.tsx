import { useRef } from 'react';

import { AirplaneButton } from './airplane-button.tsx';

/** Entry of the site's menu that turns airplane mode on and off, and closes the menu. */
export function AirplaneEntry() {
  const row = useRef<HTMLDivElement>(null);
  return (
    <div ref={row} className="mt-2 border-t border-line px-3 pt-3 pb-1">
      <AirplaneButton onPress={() => row.current?.closest<HTMLElement>('[popover]')?.hidePopover()} />
    </div>
  );
}
