"""The pictures of `trial/`: which subject stands in which set, and in which part of the trial.

`look` pictures may be looked at while the matte is worked on; `score` pictures are only scored at the end.
No subject of one part is in the other.
"""

ROWS = [
    # name, subject, set, group, part, what it shows
    ("dog-grass", "dog", "grass", "fur", "look", "tan long-haired toy dog in grass"),
    ("racket-grass", "racket", "grass", "mesh", "look", "strung racket upright in grass"),
    ("heron-grass", "heron", "grass", "bird", "look", "grey heron on thin legs in grass"),
    ("tumbler-shelves", "tumbler", "shelves", "glass", "look", "tumbler of water with a straw before shop shelves"),
    ("medallion-dark", "medallion", "dark", "filigree", "look", "silver filigree medallion on a stand before a dark wall"),
    ("pinwheel-grass", "pinwheel", "grass", "motion", "look", "turning pinwheel in a meadow"),
    ("lampshade-dark", "lampshade", "dark", "fringe", "look", "lamp with a fringed shade before a dark wall"),
    ("shoe-shelves", "shoe", "shelves", "shelves", "look", "canvas sneaker before shop shelves"),
    ("lamb-grass", "lamb", "grass", "fur", "score", "curly white lamb in grass"),
    ("terrier-dark", "terrier", "dark", "fur", "score", "dark-haired toy terrier before a dark wall"),
    ("sieve-dark", "sieve", "dark", "mesh", "score", "fine kitchen sieve before a dark wall"),
    ("sandpiper-shelves", "sandpiper", "shelves", "bird", "score", "sandpiper on thin legs before shop shelves"),
    ("wine-dark", "wine", "dark", "glass", "score", "glass of wine before a dark wall"),
    ("globe-shelves", "globe", "shelves", "filigree", "score", "globe of wire scrolls before shop shelves"),
    ("ball-dark", "ball", "dark", "motion", "score", "felt ball flying past a dark wall"),
    ("cushion-grass", "cushion", "grass", "fringe", "score", "cushion with a wool fringe on a lawn"),
    ("net-shelves", "net", "shelves", "mesh", "score", "net of oranges before shop shelves"),
    ("headphones-shelves", "headphones", "shelves", "shelves", "score", "headphones before shop shelves"),
    ("flamingo-grass", "flamingo", "grass", "bird", "score", "flamingo on one leg in grass"),
    ("guinea-dark", "guinea", "dark", "fur", "look", "long-haired guinea pig before a dark wall"),
    ("bust-grass", "bust", "grass", "hair", "look", "clay bust with wind-blown fair hair in a meadow"),
    ("curls-dark", "curls", "dark", "hair", "score", "clay bust with brown curls before a dark wall"),
    ("carafe-grass", "carafe", "grass", "glass", "score", "carafe of water in a meadow"),
    ("fan-shelves", "fan", "shelves", "motion", "score", "running desk fan before shop shelves"),
]
