import { listKeys } from '#contract/operations/keys.ts';
import {
  changePerson,
  createPersonCode,
  invitePerson,
  listPersons,
  removePerson,
} from '#contract/operations/persons.ts';
import { session } from '#contract/operations/session.ts';
import type { NewPerson } from '#contract/persons.ts';
import { useGatewayMutation } from '#src/api/hooks/use-gateway-mutation.ts';
import { useRead } from '#src/api/hooks/use-read.ts';

export const usePersons = (enabled: boolean) => useRead(listPersons, undefined, { enabled });

const CHANGES = [listPersons.id, listKeys.id, session.id];
/** A link is a secret: the cache drops it as soon as the page is left. */
const SECRET = { changes: CHANGES, gcTime: 0 };

export const useInvitePerson = () =>
  useGatewayMutation((gateway, body: NewPerson) => gateway.call(invitePerson, { body }), SECRET);

export const useCreateCode = () =>
  useGatewayMutation(
    (gateway, { id }: { id: string; name: string }) =>
      gateway.call(createPersonCode, { params: { personId: id } }),
    SECRET,
  );

export const useChangePerson = () =>
  useGatewayMutation(
    (gateway, { id, body }: { id: string; body: NewPerson }) =>
      gateway.call(changePerson, { params: { personId: id }, body }),
    { changes: CHANGES },
  );

/** `units`: id of who gets the units of the person. */
export const useRemovePerson = () =>
  useGatewayMutation(
    (gateway, { id, units }: { id: string; units: string | undefined }) =>
      gateway.call(removePerson, { params: { personId: id }, query: { units } }),
    { changes: [...CHANGES, 'units', 'unit'] },
  );
