// The rules of sessions and connections, in Italian.
import { long } from "../past/long_formats";
import type { SessionRuleWords } from "../rules/session_rules";

export const session: SessionRuleWords = {
  title: "Connessione e sessione",
  inactivity: "Inattività",
  idle: (most, warning) =>
    `Dopo ${long("it", most)} senza una puntata o un'aggiunta di credito la sessione si chiude e il credito torna sul conto. Un avviso compare ${long("it", warning)} prima.`,
  double: "Connessione doppia",
  taken: "Se entri mentre sei già connesso alla stessa sessione, la prima connessione viene chiusa.",
  disconnection: "Connessione persa",
  lost: (first, last, kept) =>
    `La pagina riprova da sola, con attese da ${first} a ${last} ms, e smette solo se l'errore è irrecuperabile. La sessione ti aspetta ${long("it", kept)}; poi si chiude e il credito torna sul conto.`,
  answer: "Risposta persa",
  lookUp:
    "Se la connessione cade dopo una puntata e prima della risposta, l'esito è nella Cronologia. Il colpo si finisce e si paga anche senza di te.",
  malfunction: "Malfunzionamenti",
  counts:
    "Per il credito fa fede l'ultima mano completata e comunicata prima dell'interruzione. Una puntata già registrata dalla casa si gioca e si paga.",
  realCards:
    "Un colpo interrotto con carte vere lo finisce il prossimo croupier; oppure il responsabile lo dichiara nullo, e le puntate tornano.",
  leave: "Chiude la sessione e accredita subito il credito sul conto.",
};
