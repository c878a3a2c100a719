import { Badge } from '@isola/ui/badge';
import { Table, TableBody, TableCell, TableHead, TableHeader, TableRow } from '@isola/ui/table';
import { useTranslation } from 'react-i18next';

/** All kinds of requests that the site makes. A new kind needs a row here and texts in the bundle `privacy`. */
const requests = [
  { id: 'page', state: 'live' },
  { id: 'model', state: 'live' },
  { id: 'sample', state: 'live' },
  { id: 'address', state: 'live' },
  { id: 'location', state: 'live' },
  { id: 'feedback', state: 'live' },
  { id: 'registration', state: 'live' },
  { id: 'account', state: 'live' },
  { id: 'accountLanguage', state: 'live' },
  { id: 'usage', state: 'live' },
  { id: 'backdrop', state: 'making' },
  { id: 'analytics', state: 'configured' },
  { id: 'search', state: 'configured' },
] as const;

const columns = ['request', 'when', 'leaves', 'kept'] as const;

/** Table of the data that leaves the device with each kind of request. On phones each row becomes a block. */
export function RequestTable() {
  const { t } = useTranslation('privacy');
  return (
    <Table caption={t('requests.caption')} captionHidden>
      <TableHead sticky={false} className="max-md:sr-only">
        <TableRow>
          {columns.map((column) => (
            <TableHeader key={column} className="whitespace-normal! first:ps-0">
              {t(`requests.column.${column}`)}
            </TableHeader>
          ))}
        </TableRow>
      </TableHead>
      <TableBody className="*:hover:bg-transparent! max-md:block max-md:border-t max-md:border-line">
        {requests.map(({ id, state }) => (
          <TableRow key={id} className="align-top max-md:block max-md:border-b max-md:border-line max-md:py-4">
            <TableHeader
              scope="row"
              className="ps-0 whitespace-normal! max-md:block max-md:border-0 max-md:p-0 max-md:text-14 md:w-1/4"
            >
              {t(`requests.${id}.request`)}
              {state !== 'live' && (
                <Badge className="ms-2 md:ms-0 md:mt-1 md:flex md:w-fit">{t(`requests.state.${state}`)}</Badge>
              )}
            </TableHeader>
            {(['when', 'leaves', 'kept'] as const).map((column) => (
              <TableCell
                key={column}
                className="text-soft max-md:mt-2 max-md:block max-md:border-0 max-md:p-0 md:w-1/4"
              >
                <span aria-hidden className="block text-12 text-faint md:hidden">
                  {t(`requests.column.${column}`)}
                </span>
                {t(`requests.${id}.${column}`)}
              </TableCell>
            ))}
          </TableRow>
        ))}
      </TableBody>
    </Table>
  );
}
