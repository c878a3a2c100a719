export interface FactListProps {
  facts: readonly { readonly id: string; readonly title: string; readonly text: string }[];
}

/** List of facts with lines between them. On wide screens the titles are in a column of their own. */
export function FactList({ facts }: FactListProps) {
  return (
    <dl className="mt-4 border-t border-line">
      {facts.map(({ id, title, text }) => (
        <div key={id} className="grid gap-x-6 border-b border-line py-3 sm:grid-cols-[9rem_minmax(0,1fr)]">
          <dt className="font-medium">{title}</dt>
          <dd className="text-soft">{text}</dd>
        </div>
      ))}
    </dl>
  );
}
