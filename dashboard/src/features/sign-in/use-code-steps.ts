import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '../../shared/field-errors.js';

/** What is needed of a form with a field for the code. */
interface CodeForm<Values> {
  values: Values;
  setErrors: (errors: Record<string, string>) => void;
  setFieldValue: (path: 'code', value: string) => void;
}

interface Steps<Values> {
  /** Has a code sent to the address. */
  send: (values: Values) => Promise<unknown>;
  /** Makes use of the code. */
  confirm: (values: Values) => Promise<unknown>;
  onConfirmed: () => void;
}

/** The two steps of a form that first has a code sent to an address and then asks for the code. */
export function useCodeSteps<Values>(form: CodeForm<Values>, { send, confirm, onConfirmed }: Steps<Values>) {
  const [codesSent, setCodesSent] = useState(0);
  const codeSent = codesSent > 0;
  const onError = (error: Error) => form.setErrors(fieldErrors(error));
  const sending = useMutation({
    mutationFn: send,
    onSuccess: () => setCodesSent((count) => count + 1),
    onError,
  });
  const confirming = useMutation({ mutationFn: confirm, onSuccess: onConfirmed, onError });
  const startAgain = () => {
    setCodesSent(0);
    form.setFieldValue('code', '');
    sending.reset();
    confirming.reset();
  };
  const sendAgain = () => {
    confirming.reset();
    sending.mutate(form.values);
  };
  return {
    codesSent,
    codeSent,
    error: confirming.error ?? sending.error,
    /** The request of the form's button is under way. */
    isPending: (sending.isPending && !codeSent) || confirming.isPending,
    submit: (values: Values) => (codeSent ? confirming.mutate(values) : sending.mutate(values)),
    /** For the buttons below, if no code arrives. */
    actions: { isPending: sending.isPending, onSendAgain: sendAgain, onOtherAddress: startAgain },
  };
}
