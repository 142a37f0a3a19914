"""The style of the tables in a terminal: green cloth, brass, ivory."""

from typing import Final

CSS: Final = """
Screen { background: #123524; color: #e9efe6; layout: vertical; }
#top { height: 1; background: #3b2616; padding: 0 1; }
#title { width: auto; margin: 0 2 0 0; }
#link { width: auto; color: #8fd6a8; }
#link.bad { color: #ffb38a; text-style: bold; }
#money { width: 1fr; text-align: right; color: #e5d9bd; }
#middle { height: 1fr; }
#hands { width: 1fr; align: center middle; }
#sides { height: 6; }
.hand { width: 1fr; padding: 0 1; }
.hand .name { height: 1; }
.hand.punto .name { color: #9dc1ff; }
.hand.banco .name { color: #ffa3a3; }
.cards { height: 5; margin: 0; }
#reasons { height: 2; padding: 0 1; }
#right { width: 27; padding: 0 1; border-left: solid #2f6a4f; }
.head { height: 1; color: #d9b466; }
#beads { height: 6; }
.tall { display: none; }
#voice { height: 2; padding: 0 1; background: #0d2a1c; color: #f3ecd8; }
#voice.bad { background: #5a2a1e; color: #ffe3cf; }
#cloth { height: 7; padding: 1 1; grid-gutter: 0 1; }
.two #cloth { height: 10; grid-rows: 5; padding: 0 1; }
.spot { height: 5; padding: 0 0 0 1; background: #1d4a34; border-left: blank #1d4a34; }
.spot.punto { background: #214a86; }
.spot.banco { background: #7c2830; }
.spot.egalite { background: #23693f; }
.spot.either_pair { background: #173d2b; }
.spot.perfect_pair { background: #173d2b; }
.spot.grande { background: #173d2b; }
.spot.piccolo { background: #173d2b; }
.spot:focus { border-left: thick #d9b466; }
.spot.won { background: #6a5420; }
#chips, #actions, #ways { height: 1; padding: 0 1; }
#limits { width: 1fr; text-align: right; }
#sit_again, #small { display: none; }
.closed #chips, .closed #actions, .closed #top_up, .closed #cash_out { display: none; }
.closed #sit_again { display: block; }
.tiny > * { display: none; }
.tiny #small { display: block; padding: 1 2; }
.press { width: auto; margin: 0 2 0 0; }
.press:hover { text-style: reverse; }
#carte { background: #d9b466 20%; padding: 0 1; }
#seal { height: 1; padding: 0 1; background: #0d2a1c; }
History, Confirm, AskAmount, Help { align: center middle; background: #000000 50%; }
.asked {
    width: auto; max-width: 100%; height: auto; background: #0d2a1c; border: round #d9b466;
    padding: 0 1;
}
.asked Static { width: auto; max-width: 100%; }
.asked Input { width: 40; background: #123524; color: #f3ecd8; margin: 1 0; }
#past { width: 90%; height: 85%; background: #0d2a1c; border: round #d9b466; padding: 0 1; }
#past DataTable {
    height: 1fr; background: #0d2a1c;
    scrollbar-size: 1 1; scrollbar-color: #6a5420; scrollbar-color-hover: #d9b466;
    scrollbar-color-active: #d9b466; scrollbar-background: #0d2a1c;
    scrollbar-background-hover: #0d2a1c; scrollbar-background-active: #0d2a1c;
}
#past .datatable--cursor { background: #6a5420; color: #f3ecd8; }
#past .datatable--header { background: #3b2616; color: #d9b466; }

.-tall .cards { height: 7; margin: 1 0 0 0; }
.-tall #sides { height: 10; }
.-tall.-wide .hand, .-tall.-huge .hand { padding: 0 2; }
.-tall #reasons { padding: 1 2 0 2; height: 3; }
.-medium .tall, .-tall .tall { display: block; }
.two.-medium .tall { display: none; }
.head.tall { margin: 1 0 0 0; }
.-tall #chips, .-tall #actions, .-tall #ways { height: 2; }
.-tall #voice { height: 4; padding: 1 2; }
.two.-tall #cloth { height: 12; grid-rows: 5; grid-gutter: 1 1; padding: 1 1 0 1; }
.-wide #right, .-huge #right { width: 38; }
.-huge #right { width: 64; }
.-huge #sides { width: 90; }
.-huge #reasons { width: 90; }
#recent { height: 1fr; }
.-slim #past, .-narrow #past { width: 100%; height: 100%; }

.-slim #top { layout: grid; grid-size: 2 2; grid-columns: 1fr auto; height: 2; }
.-slim #title { width: 1fr; }
.-slim #money { column-span: 2; }
.-slim #right { display: none; }
.-slim #voice { height: 3; padding: 0 1; }
.-slim #cloth { height: 5; padding: 0 1; }
.-slim .spot { padding: 0; }
.-slim .press { margin: 0 1 0 0; }
.-slim #carte { padding: 0; }
.-slim #past { width: 100%; height: 100%; }
.two.-slim #voice { height: 2; }
.two.-slim #cloth { height: 10; padding: 0 1; grid-gutter: 0 1; }
.two.-slim.-short #reasons { display: none; }
"""
